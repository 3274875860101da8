/** What marks a value that stood as a placeholder on the other side. */
const VALUE = '[data-placeholder]';
/** What holds the values of one text. */
export const VALUES_ATTRIBUTE = 'data-values';

/**
 * Makes one value of a text a stop of the Tab key: a long conversation has thousands of values, and all of them would stand between a person and
 * what comes after. Arrow keys lead from one to the next (WAI-ARIA Authoring Practices, roving tabindex).
 * @param wanted - the value to be the stop; else the one that is, or the first
 */
export function makeTabStop(container: Element, wanted?: Element): void {
  const values = [...container.querySelectorAll<HTMLElement>(VALUE)];
  const stop = wanted ?? values.find((value) => value.tabIndex === 0) ?? values[0];
  for (const value of values) {
    const tabIndex = value === stop ? 0 : -1;
    if (value.tabIndex !== tabIndex) value.tabIndex = tabIndex;
  }
}

/** The value that an arrow key leads to from `value`, Home and End included; null: none, or another key. */
export function valueAfter(value: Element, key: string): HTMLElement | null {
  const values = [...(value.closest(`[${VALUES_ATTRIBUTE}]`)?.querySelectorAll<HTMLElement>(VALUE) ?? [])];
  const at = values.findIndex((other) => other === value);
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  return next === undefined || next >= values.length
    ? null
    : (values.at(key === 'End' ? -1 : Math.max(next, 0)) ?? null);
}

/** The value that something on the page belongs to. */
export function valueOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(VALUE) : null;
}
