import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import type { MessagesModel } from '../../common/models.ts';
import { listOf, objectOf, objectsOf, present, textOf } from '../../common/read.ts';
import { refusal } from '../../common/refuse.ts';
import { cacheControl } from './parts.ts';
import { supportedSchema } from './schema.ts';

export interface ToolFields {
  /** `tools` and `tool_choice`, where there are tools. */
  readonly fields: JsonObject;
  /** True when the model must call a tool. */
  readonly forced: boolean;
}

/** Tools of a chat completion in the messages protocol. */
export function readTools(body: JsonObject, model: MessagesModel): ToolFields {
  const defined = listOf(body['tools']);
  if (defined.length === 0) return { fields: {}, forced: false };
  const tools = defined.map((tool, index) => readTool(objectOf(tool), `tools[${index}]`, model));
  const { choice, allowed } = readChoice(body['tool_choice']);
  const offered = allowed === undefined ? tools : tools.filter((tool) => allowed.has(textOf(tool['name'])));
  const single = body['parallel_tool_calls'] === false && choice?.['type'] !== 'none';
  const toolChoice = single ? { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true } : choice;
  return {
    fields: { tools: offered, ...present({ tool_choice: toolChoice }) },
    forced: choice?.['type'] === 'any' || choice?.['type'] === 'tool',
  };
}

function readTool(tool: JsonObject, at: string, model: MessagesModel): JsonObject {
  if (tool['type'] !== undefined && tool['type'] !== 'function') {
    throw refusal(`${at}.type`, 'The provider of this model knows function tools only.');
  }
  const definition = objectOf(tool['function']);
  const strict = definition['strict'] === true && model.structuredOutput;
  const schema = { type: 'object', properties: {}, ...objectOf(definition['parameters']) };
  return {
    name: textOf(definition['name']),
    ...present({ description: definition['description'] }),
    input_schema: strict ? supportedSchema(schema) : schema,
    ...present({ strict: strict || null }),
    ...cacheControl(definition),
    ...cacheControl(tool),
  };
}

interface Choice {
  readonly choice: JsonObject | undefined;
  /** Names of the tools that may be called; undefined: all. */
  readonly allowed: ReadonlySet<string> | undefined;
}

function readChoice(value: AnyJson | undefined): Choice {
  if (value === 'none' || value === 'auto') return { choice: { type: value }, allowed: undefined };
  if (value === 'required') return { choice: { type: 'any' }, allowed: undefined };
  if (!isJsonObject(value)) return { choice: undefined, allowed: undefined };
  switch (textOf(value['type'])) {
    case 'function':
      return { choice: { type: 'tool', name: textOf(objectOf(value['function'])['name']) }, allowed: undefined };
    case 'allowed_tools': {
      const { mode, tools } = objectOf(value['allowed_tools']);
      const names = objectsOf(tools).map((tool) => textOf(objectOf(tool['function'])['name']));
      return { choice: { type: mode === 'required' ? 'any' : 'auto' }, allowed: new Set(names) };
    }
    default:
      throw refusal('tool_choice.type', 'The provider of this model knows function tools only.');
  }
}
