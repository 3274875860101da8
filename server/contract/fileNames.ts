/**
 * Name, without ending, of a file that is made from the document of a job and may leave this place: anonymized documents, their reports, and what the
 * interface offers for them. It never repeats the name that the document came with, which may itself name a person.
 */
export function anonymizedStem(jobId: string): string {
  return `document-${jobId.slice(0, 8)}-anonymized`;
}

/** Name of the ZIP with the documents of a batch. */
export function batchArchiveName(batchId: string): string {
  return `batch-${batchId.slice(0, 8)}-anonymized.zip`;
}
