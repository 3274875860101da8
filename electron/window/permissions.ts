/** Web permissions the page gets, each with the reason; everything absent is denied. */
export const ALLOWED_PERMISSIONS = Object.freeze({
  'clipboard-sanitized-write': 'copy buttons of the review, of new API keys and of restored texts',
} as const) satisfies Readonly<Record<string, string>>;

/** Whether a permission is granted to an address: only those of the table, only to the own origin. */
export function isPermitted(permission: string, address: string, origin: string): boolean {
  if (!Object.hasOwn(ALLOWED_PERMISSIONS, permission)) return false;
  try {
    return new URL(address).origin === origin;
  } catch {
    return false;
  }
}
