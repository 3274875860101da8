import type { MappingBook, PlaceholderMac } from '../../../../core/placeholders/assign.ts';
import type { JsonObject } from '../../../../providers/types.ts';
import { unreadable } from '../files/readings.ts';
import type { MaskableProtocol } from '../types.ts';
import { detectParts, type PartDetection } from './detectParts.ts';
import { isFixed, refuseFixed } from './fixedTexts.ts';
import { checkOutgoing } from './lastCheck.ts';
import { type MaskedSlots, maskSlots } from './maskSlots.ts';
import { withNote } from './note.ts';
import { carriesFile } from './packed.ts';
import { partText } from './partText.ts';
import { type Decisions, type FoundPart, type MaskPlan, planSpans } from './planSpans.ts';
import { rewriteBody } from './rewriteBody.ts';
import { createCollector, createWriter, type Slot } from './slots.ts';
import type { UnsealedBody } from './sealedThinking.ts';

export interface MaskBodyOptions {
  readonly detection: PartDetection;
  readonly decisions: Decisions;
  readonly book: MappingBook;
  readonly mac: PlaceholderMac;
  /** Whether the configuration or the provider lists a model: then its name leaves whatever it looks like. */
  readonly listsModel: (name: string) => Promise<boolean>;
}

export interface MaskedBody extends Omit<MaskedSlots, 'replacements'> {
  readonly body: JsonObject;
}

/**
 * Masks a body whose files are texts already: reads it, finds values, replaces them, and looks for them in what came out.
 * @throws AppError anonymization_failed, file_not_supported, invalid_request
 */
export async function maskBody(
  protocol: MaskableProtocol,
  { body, written }: UnsealedBody,
  { detection, decisions, book, mac, listsModel }: MaskBodyOptions,
): Promise<MaskedBody> {
  const { visitor, slots } = createCollector();
  rewriteBody(protocol, body, visitor);
  if (slots.some(({ kind, text }) => kind === 'text' && carriesFile(text))) {
    throw unreadable('file', 'messages', 'stands inside a text; send it as a part of its own');
  }
  const parts = slotsByPart(slots.filter((slot) => !isFixed(slot) && !written.has(slot.text)));
  // What is guessed of a name or an address alone is not looked for in the conversation.
  const fixed = slotsByPart(slots.filter(isFixed));
  const model = modelSlots(body);
  const [found, inModel] = await Promise.all([
    Promise.all([findIn(parts, detection), findIn(fixed, detection)]),
    findIn(slotsByPart(model), detection),
  ]);
  // Behind all others: nothing is written in its place.
  const whole = planSpans([...slots, ...model], [...found.flat(), ...inModel], decisions);
  const isListed = await holdsListedModel(whole, listsModel);
  const plan = isListed ? planSpans(slots, found.flat(), decisions) : whole;
  refuseFixed(plan);
  const { replacements, ...masked } = await maskSlots(plan, { book, mac });
  const outgoing = rewriteBody(protocol, body, createWriter(replacements));
  checkOutgoing(JSON.stringify(outgoing), replacements, plan, decisions.shown);
  return { ...masked, body: masked.mappings.length === 0 ? outgoing : withNote(protocol, outgoing) };
}

async function findIn(parts: readonly (readonly Slot[])[], detection: PartDetection): Promise<FoundPart[]> {
  const texts = parts.map(partText);
  const finds = await detectParts(
    texts.map(({ text }) => text),
    detection,
  );
  return texts.map((part, index) => ({ part, finds: finds[index]! }));
}

function modelSlots({ model }: JsonObject): Slot[] {
  return typeof model === 'string' ? [{ kind: 'model', text: model, label: 'model', speaker: 'other', part: -1 }] : [];
}

/** Whether the name of the model looks personal and is one that the configuration or the provider lists. */
async function holdsListedModel(
  { slots, spans }: MaskPlan,
  listsModel: MaskBodyOptions['listsModel'],
): Promise<boolean> {
  const model = slots.find(({ kind }, index) => kind === 'model' && spans[index]!.length > 0);
  return model !== undefined && (await listsModel(model.text));
}

function slotsByPart(slots: readonly Slot[]): Slot[][] {
  const parts = new Map<number, Slot[]>();
  for (const slot of slots) {
    const part = parts.get(slot.part);
    if (part === undefined) parts.set(slot.part, [slot]);
    else part.push(slot);
  }
  return [...parts.values()];
}
