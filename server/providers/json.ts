/** Any JSON value (RFC 8259). */
export type AnyJson = string | number | boolean | null | readonly AnyJson[] | JsonObject;

/** A JSON object. Bodies of the protocols are kept as such, so that fields nobody here knows pass through. */
export interface JsonObject {
  readonly [name: string]: AnyJson | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
