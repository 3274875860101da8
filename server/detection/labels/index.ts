import { CONTACT_LABELS } from './contact.ts';
import { DATE_LABELS } from './dates.ts';
import { FINANCE_LABELS } from './finance.ts';
import { IDENTITY_LABELS } from './identity.ts';
import { createLabelFinder } from './finder.ts';
import { REFERENCE_LABELS } from './references.ts';
import { TECHNICAL_LABELS } from './technical.ts';

/** Every label the product knows. Where one phrase belongs to several groups, the earlier group has the first say. */
export const LABEL_GROUPS = Object.freeze([
  ...FINANCE_LABELS,
  ...IDENTITY_LABELS,
  ...DATE_LABELS,
  ...CONTACT_LABELS,
  ...TECHNICAL_LABELS,
  ...REFERENCE_LABELS,
]);

/** Finds the labels of {@link LABEL_GROUPS} in tokens. */
export const findLabels = createLabelFinder(LABEL_GROUPS);
