import { CONTACT_LABELS } from './contact.ts';
import { DATE_LABELS } from './dates.ts';
import { FINANCE_LABELS } from './finance.ts';
import { PAPER_LABELS } from './papers.ts';
import { REGISTER_LABELS } from './registers.ts';
import { STATE_LABELS } from './state.ts';
import { createLabelFinder } from './finder.ts';
import { CASE_LABELS } from './cases.ts';
import { WEAK_REFERENCE_LABELS } from './weakReferences.ts';
import { REFERENCE_LABELS } from './references.ts';
import { TECHNICAL_LABELS } from './technical.ts';

/** Every label the product knows. Where one phrase belongs to several groups, the earlier group has the first say. */
export const LABEL_GROUPS = Object.freeze([
  ...FINANCE_LABELS,
  ...STATE_LABELS,
  ...PAPER_LABELS,
  ...REGISTER_LABELS,
  ...DATE_LABELS,
  ...CONTACT_LABELS,
  ...TECHNICAL_LABELS,
  ...CASE_LABELS,
  ...REFERENCE_LABELS,
  ...WEAK_REFERENCE_LABELS,
]);

/** Finds the labels of {@link LABEL_GROUPS} in tokens. */
export const findLabels = createLabelFinder(LABEL_GROUPS);
