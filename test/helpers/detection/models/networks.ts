import { ElementType, onnxModel, type ValueSpec } from './onnx.ts';

const { float, int64, bool } = ElementType;
const pieces = (name: string): ValueSpec => ({ name, type: int64, shape: [1, 'pieces'] });

/**
 * A token classifier that looks every piece up in a table: what a piece is depends on nothing else.
 * @param size - pieces in the vocabulary
 * @param labels - number of labels; the first one is what unlisted pieces are
 * @param scores - label and score by piece
 */
export function tableClassifier(
  size: number,
  labels: number,
  scores: ReadonlyMap<number, readonly [label: number, score: number]>,
): Buffer {
  const values = Array.from({ length: size * labels }, (_, at) => {
    const [label, score] = scores.get(Math.floor(at / labels)) ?? [0, 6];
    return at % labels === label ? score : 0;
  });
  return onnxModel({
    inputs: [pieces('input_ids'), pieces('attention_mask')],
    outputs: [{ name: 'logits', type: float, shape: [1, 'pieces', labels] }],
    constants: [{ name: 'table', type: float, dims: [size, labels], values }],
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['logits'] }],
  });
}

/**
 * A GLiNER network whose pieces have a meaning each: a span scores for a label by the meanings of its first and last word against
 * that of the label's first piece, all as dot products. The label stands behind its marker in the prompt.
 * @param meanings - one vector per piece of the vocabulary
 * @param marker - number of the piece <<ENT>>
 */
export function meaningGliner(meanings: readonly (readonly number[])[], marker: number): Buffer {
  const width = meanings[0]!.length;
  return onnxModel({
    inputs: [
      ...['input_ids', 'attention_mask', 'words_mask'].map(pieces),
      { name: 'text_lengths', type: int64, shape: [1, 1] },
      { name: 'span_idx', type: int64, shape: [1, 'spans', 2] },
      { name: 'span_mask', type: bool, shape: [1, 'spans'] },
    ],
    outputs: [{ name: 'logits', type: float, shape: [1, 'words', 'widths', 'labels'] }],
    constants: [
      { name: 'meanings', type: float, dims: [meanings.length, width], values: meanings.flat() },
      { name: 'marker', type: int64, dims: [], values: [marker] },
      { name: 'bias', type: float, dims: [], values: [5] },
      { name: 'one', type: int64, dims: [], values: [1] },
      { name: 'axis0', type: int64, dims: [1], values: [0] },
      { name: 'axis1', type: int64, dims: [1], values: [1] },
      { name: 'axis2', type: int64, dims: [1], values: [2] },
      { name: 'minusOne', type: int64, dims: [1], values: [-1] },
      { name: 'first', type: int64, dims: [], values: [0] },
      { name: 'last', type: int64, dims: [], values: [1] },
    ],
    nodes: [
      { op: 'Squeeze', inputs: ['input_ids', 'axis0'], outputs: ['ids'] },
      { op: 'Squeeze', inputs: ['words_mask', 'axis0'], outputs: ['mask'] },
      { op: 'Gather', inputs: ['meanings', 'ids'], outputs: ['pieceMeanings'] },
      // The first pieces of words, in order: where the mask is not 0.
      { op: 'NonZero', inputs: ['mask'], outputs: ['wordsAt'] },
      { op: 'Squeeze', inputs: ['wordsAt', 'axis0'], outputs: ['wordPlaces'] },
      { op: 'Gather', inputs: ['pieceMeanings', 'wordPlaces'], outputs: ['words'] },
      // The pieces behind the markers.
      { op: 'Equal', inputs: ['ids', 'marker'], outputs: ['isMarker'] },
      { op: 'NonZero', inputs: ['isMarker'], outputs: ['markersAt'] },
      { op: 'Squeeze', inputs: ['markersAt', 'axis0'], outputs: ['markerPlaces'] },
      { op: 'Add', inputs: ['markerPlaces', 'one'], outputs: ['labelPlaces'] },
      { op: 'Gather', inputs: ['pieceMeanings', 'labelPlaces'], outputs: ['labels'] },
      { op: 'Transpose', inputs: ['labels'], outputs: ['labelsTurned'], attributes: { perm: [1, 0] } },
      // Spans: meaning of the first plus that of the last word.
      { op: 'Squeeze', inputs: ['span_idx', 'axis0'], outputs: ['spans'] },
      { op: 'Gather', inputs: ['spans', 'first'], outputs: ['firstWords'], attributes: { axis: 1 } },
      { op: 'Gather', inputs: ['spans', 'last'], outputs: ['lastWords'], attributes: { axis: 1 } },
      { op: 'Gather', inputs: ['words', 'firstWords'], outputs: ['firstMeanings'] },
      { op: 'Gather', inputs: ['words', 'lastWords'], outputs: ['lastMeanings'] },
      { op: 'Add', inputs: ['firstMeanings', 'lastMeanings'], outputs: ['spanMeanings'] },
      { op: 'MatMul', inputs: ['spanMeanings', 'labelsTurned'], outputs: ['scores'] },
      { op: 'Sub', inputs: ['scores', 'bias'], outputs: ['biased'] },
      // 1 × words × widths × labels
      { op: 'Squeeze', inputs: ['text_lengths', 'axis0'], outputs: ['length'] },
      { op: 'Shape', inputs: ['labelPlaces'], outputs: ['labelCount'] },
      {
        op: 'Concat',
        inputs: ['axis1', 'length', 'minusOne', 'labelCount'],
        outputs: ['shape'],
        attributes: { axis: 0 },
      },
      { op: 'Reshape', inputs: ['biased', 'shape'], outputs: ['logits'] },
    ],
  });
}
