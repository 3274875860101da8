import { z } from 'zod';

/** A JSON object of the document. */
export type Json = Record<string, unknown>;
/** `input`: what a caller sends; `output`: what a caller gets. They differ where a field has a default. */
export type Direction = 'input' | 'output';

/** Formats that say it all; their regular expressions would only clutter the document. */
const SELF_EXPLAINING = new Set(['date-time', 'uuid', 'email']);
const LOCAL_REF = /^#\/\$defs\/(.+)$/;

/** Collects the named schemas (`.meta({ id })`) of a document as its components. */
export interface SchemaComponents {
  readonly schemas: Json;
  /** JSON Schema of a body, query or form; named parts are references to components. */
  of(schema: z.ZodType, direction: Direction): Json;
}

export function schemaComponents(): SchemaComponents {
  const schemas: Json = {};
  return {
    schemas,
    of(schema, direction) {
      const { $defs: own, ...root } = jsonSchema(schema, direction);
      const definitions = (own ?? {}) as Record<string, Json>;
      const changed = direction === 'input' ? differing(definitions, schema) : new Set<string>();
      const nameOf = (id: string): string => (changed.has(id) ? `${id}Input` : id);
      for (const [id, definition] of Object.entries(definitions)) schemas[nameOf(id)] ??= withRefs(definition, nameOf);
      return withRefs(root, nameOf) as Json;
    },
  };
}

/** JSON Schema 2020-12. Objects stay open in answers, so that a field added later breaks no client. */
function jsonSchema(schema: z.ZodType, io: Direction): Json {
  const result: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      delete node.id;
      if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties;
      if (node.format !== undefined && SELF_EXPLAINING.has(node.format)) delete node.pattern;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
    },
  });
  delete result['$schema'];
  return result;
}

/** Names whose input is not their output, themselves or in something they refer to. */
function differing(inputs: Readonly<Record<string, Json>>, schema: z.ZodType): ReadonlySet<string> {
  const outputs = (jsonSchema(schema, 'output')['$defs'] ?? {}) as Record<string, Json>;
  const text = new Map(Object.entries(inputs).map(([id, definition]) => [id, JSON.stringify(definition)]));
  const changed = new Set([...text].filter(([id, json]) => json !== JSON.stringify(outputs[id])).map(([id]) => id));
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [id, json] of text) {
      if ([...changed].some((name) => json.includes(`"#/$defs/${name}"`))) changed.add(id);
    }
  }
  return changed;
}

function withRefs(node: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => withRefs(item, nameOf));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const id = key === '$ref' && typeof value === 'string' ? LOCAL_REF.exec(value)?.[1] : undefined;
      return [key, id === undefined ? withRefs(value, nameOf) : `#/components/schemas/${nameOf(id)}`];
    }),
  );
}
