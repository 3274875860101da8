import type { Component } from 'vue';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind?: 'action' | undefined;
      readonly label: string;
      readonly description?: string | undefined;
      readonly icon?: Component | undefined;
      /** For example `Mod+Z`; shown only, the screen listens itself. */
      readonly shortcut?: string | undefined;
      readonly danger?: boolean | undefined;
      readonly disabled?: boolean | undefined;
      /** Shows a check mark when true and makes the line a choice that is on or off. */
      readonly checked?: boolean | undefined;
      readonly run: () => unknown;
    }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'separator' };
