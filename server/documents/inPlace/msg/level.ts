/** What a storage of a message file is (MS-OXMSG 2.2). */
export type Level = 'message' | 'recipient' | 'attachment';
