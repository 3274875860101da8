import { documentError } from '../../failures.ts';
import { readFields, type Field } from './fields.ts';
import { readParameters, type ParameterField } from './parameters.ts';
import { transferEncoding, type TransferEncoding } from './transfer.ts';

/** A message or a part of one (RFC 2045, 2.4). Offsets into the message as a string of bytes. */
export interface Entity {
  /** From the delimiter line before it; the same as `headerStart` where there is none. */
  readonly start: number;
  readonly headerStart: number;
  readonly fields: readonly Field[];
  readonly bodyStart: number;
  readonly end: number;
  readonly type: ParameterField;
  readonly typeField: Field | null;
  readonly disposition: ParameterField | null;
  /** null: one nobody knows, so the body cannot be read. */
  readonly encoding: TransferEncoding | null;
  readonly encodingField: Field | null;
  /** The parts of a multipart, or the one message in a message. */
  readonly children: readonly Entity[];
  /** Text before the first and behind the last delimiter, which programs do not show. */
  readonly hidden: readonly { readonly start: number; readonly end: number }[];
  readonly isMessage: boolean;
}

const MOST_DEPTH = 30;
const MOST_PARTS = 5_000;

/** Reads the structure of a message. Throws AppError UNREADABLE_FILE for nesting and numbers of parts no mail program makes. */
export function readMessage(source: string): Entity {
  let parts = 0;

  function entity(start: number, headerStart: number, end: number, depth: number, isMessage: boolean): Entity {
    parts += 1;
    if (depth > MOST_DEPTH || parts > MOST_PARTS) throw documentError('UNREADABLE_FILE');
    const { fields, bodyStart } = readFields(source, headerStart, end);
    const last = (name: string): Field | null => fields.find((field) => field.name === name) ?? null;
    const typeField = last('content-type');
    const type = typeField === null ? { token: PLAIN_TEXT, parameters: [] } : contentType(source, typeField);
    const dispositionField = last('content-disposition');
    const encodingField = last('content-transfer-encoding');
    const encoding = transferEncoding(
      encodingField === null ? '' : source.slice(encodingField.valueStart, encodingField.valueEnd),
    );
    const disposition = dispositionField === null ? null : readParameters(source, dispositionField);
    const own = {
      start,
      headerStart,
      fields,
      bodyStart,
      end,
      type,
      typeField,
      disposition,
      encoding,
      encodingField,
      isMessage,
    };
    if (type.token.startsWith('multipart/')) {
      return { ...own, ...multipart(bodyStart, end, parameter(type, 'boundary')!, depth) };
    }
    // RFC 2046, 5.2.1: a message in a message is not encoded.
    if (/^message\/(?:rfc822|global)$/.test(type.token) && encoding === 'identity') {
      return { ...own, children: [entity(bodyStart, bodyStart, end, depth + 1, true)], hidden: [] };
    }
    return { ...own, children: [], hidden: [] };
  }

  function multipart(start: number, end: number, boundary: string, depth: number): Pick<Entity, 'children' | 'hidden'> {
    const delimiters = findDelimiters(source, start, end, boundary);
    const closing = delimiters.findIndex(({ closes }) => closes);
    const opening = closing < 0 ? delimiters : delimiters.slice(0, closing);
    const children = opening.map((delimiter, index) => {
      const next = delimiters[index + 1];
      return entity(delimiter.start, delimiter.end, next === undefined ? end : next.start, depth + 1, false);
    });
    const hidden = [{ start, end: delimiters[0]?.start ?? end }];
    if (closing >= 0) hidden.push({ start: delimiters[closing]!.end, end });
    return { children, hidden: hidden.filter((stretch) => stretch.end > stretch.start) };
  }

  return entity(0, 0, source.length, 0, true);
}

const PLAIN_TEXT = 'text/plain';

/** What cannot be told by its type is plain text (RFC 2045, 5.2), parts without a line between them too: otherwise nobody would look into them. */
function contentType(source: string, field: Field): ParameterField {
  const type = readParameters(source, field);
  const isClear = type.token.startsWith('multipart/') ? Boolean(parameter(type, 'boundary')) : type.token !== '';
  return isClear ? type : { ...type, token: PLAIN_TEXT };
}

interface Delimiter {
  /** At the line break before it, which belongs to it (RFC 2046, 5.1.1). */
  readonly start: number;
  /** Behind its own line break. */
  readonly end: number;
  readonly closes: boolean;
}

function findDelimiters(source: string, start: number, end: number, boundary: string): Delimiter[] {
  const found: Delimiter[] = [];
  const line = `--${boundary}`;
  // Nothing behind the end is searched: the time stays linear for each depth.
  const region = source.slice(0, end);
  for (let at = region.indexOf(line, start); at >= 0; at = region.indexOf(line, at + line.length)) {
    if (at > start && region[at - 1] !== '\n') continue;
    const lineFeed = region.indexOf('\n', at);
    const lineEnd = lineFeed < 0 ? end : lineFeed + 1;
    const rest = region.slice(at + line.length, lineEnd);
    if (!/^(?:--)?\s*$/.test(rest)) continue;
    const before = at - start >= 2 && region[at - 2] === '\r' ? at - 2 : at > start ? at - 1 : at;
    found.push({ start: Math.max(before, found.at(-1)?.end ?? start), end: lineEnd, closes: rest.startsWith('--') });
  }
  return found;
}

export function parameter(field: ParameterField | null, name: string): string | undefined {
  return field?.parameters.find((candidate) => candidate.name === name)?.value;
}
