import type { Edits } from '../text/edits.ts';
import { encodeCharset } from './charset.ts';
import { parameter, type Entity } from './entity.ts';
import { encodeTransfer, type TransferEncoding } from './transfer.ts';

/** Puts new bodies into a message, with the fields that tell how they are written. */
export interface BodyWriter {
  writeText(entity: Entity, text: string): void;
  writeBytes(entity: Entity, bytes: Uint8Array): void;
  setType(entity: Entity, type: string): void;
  /** Takes a part out; a message that is nothing else keeps its header. */
  remove(entity: Entity): void;
}

/** RFC 5322, 2.1.1. */
const LONG_LINE = /(?<![^\n])[^\n]{999}/;

export function createBodyWriter(source: string, edits: Edits): BodyWriter {
  const lineBreak = /\r?\n/.exec(source)?.[0] ?? '\r\n';

  function setField(entity: Entity, field: Entity['typeField'], name: string, value: string): void {
    if (field === null) edits.replace(entity.headerStart, entity.headerStart, `${name}: ${value}${lineBreak}`);
    else edits.replace(field.valueStart, field.valueEnd, ` ${value}`);
  }
  function setBody(entity: Entity, bytes: Buffer, encoding: TransferEncoding): void {
    const body = encodeTransfer(bytes, encoding, lineBreak);
    const endsLine = source.endsWith('\n', entity.end) && entity.end > entity.bodyStart;
    edits.replace(entity.bodyStart, entity.end, endsLine || encoding !== 'base64' ? body : body.trimEnd());
    if (encoding !== entity.encoding) setField(entity, entity.encodingField, 'Content-Transfer-Encoding', encoding);
  }
  function setCharset(entity: Entity, charset: string): void {
    const known = entity.type.parameters.find(({ name }) => name === 'charset');
    if (known?.value.toLowerCase() === charset.toLowerCase() || (known === undefined && charset === 'us-ascii')) return;
    const { typeField } = entity;
    if (typeField === null) setField(entity, null, 'Content-Type', `text/plain; charset=${charset}`);
    else if (known === undefined) edits.replace(typeField.valueEnd, typeField.valueEnd, `; charset=${charset}`);
    else edits.replace(known.stretches[0]!.start, known.stretches[0]!.end, `; charset=${charset}`);
  }

  return {
    writeText(entity, text) {
      const { bytes, charset } = encodeCharset(text, parameter(entity.type, 'charset') ?? '');
      const isPlain = bytes.every((byte) => byte < 0x80) || isEightBit(source, entity);
      const fits = entity.encoding !== 'identity' || (isPlain && !LONG_LINE.test(text));
      setBody(entity, bytes, fits ? entity.encoding! : 'quoted-printable');
      setCharset(entity, charset);
    },
    writeBytes: (entity, bytes) => setBody(entity, Buffer.from(bytes), 'base64'),
    setType: (entity, type) => setField(entity, entity.typeField, 'Content-Type', type),
    remove(entity) {
      if (entity.start < entity.headerStart) {
        edits.remove(entity.start, entity.end);
        return;
      }
      edits.remove(entity.bodyStart, entity.end);
      setField(entity, entity.typeField, 'Content-Type', 'text/plain');
      if (entity.encodingField !== null) edits.remove(entity.encodingField.start, entity.encodingField.end);
    },
  };
}

const isEightBit = (source: string, { encodingField }: Entity): boolean =>
  encodingField !== null &&
  /^\s*(?:8bit|binary)\s*$/i.test(source.slice(encodingField.valueStart, encodingField.valueEnd));
