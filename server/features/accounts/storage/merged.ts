/** Some fields of `T`; a field that is absent or undefined stays as it is. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `base` with the fields of `change` that are given. */
export function merged<T extends object>(base: T, change: Change<T>): T {
  return { ...base, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
}
