import { READABLE_ENDINGS } from '../../server/contract/formats.ts';

/** Endings of the documents that the server reads, as a file chooser takes them. */
export const ACCEPTED_DOCUMENTS = READABLE_ENDINGS.map((ending) => `.${ending}`).join(',');
