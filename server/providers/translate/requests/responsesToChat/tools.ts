import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { listOf, objectOf, objectsOf, present, textOf } from '../../common/read.ts';
import { refusal } from '../../common/refuse.ts';

/** Tools of a response for chat completions. Tools that run at OpenAI exist nowhere else. */
export function toolFields(body: JsonObject): JsonObject {
  const defined = listOf(body['tools']);
  if (defined.length === 0) return {};
  return {
    tools: defined.map((tool, index) => functionTool(objectOf(tool), `tools[${index}]`)),
    ...present({
      tool_choice: toolChoice(body['tool_choice']),
      parallel_tool_calls: body['parallel_tool_calls'],
    }),
  };
}

function functionTool(tool: JsonObject, at: string): JsonObject {
  if (tool['type'] !== 'function') {
    throw refusal(`${at}.type`, 'The provider of this model knows function tools only.');
  }
  return {
    type: 'function',
    function: {
      name: textOf(tool['name']),
      ...present({ description: tool['description'], parameters: tool['parameters'], strict: tool['strict'] }),
    },
  };
}

function toolChoice(choice: AnyJson | undefined): AnyJson {
  if (!isJsonObject(choice)) return choice ?? null;
  switch (textOf(choice['type'])) {
    case 'function':
      return namedTool(choice);
    case 'allowed_tools':
      return {
        type: 'allowed_tools',
        allowed_tools: { mode: choice['mode'] ?? 'auto', tools: objectsOf(choice['tools']).map(namedTool) },
      };
    default:
      throw refusal('tool_choice.type', 'The provider of this model knows function tools only.');
  }
}

function namedTool(tool: JsonObject): JsonObject {
  return { type: 'function', function: { name: textOf(tool['name']) } };
}
