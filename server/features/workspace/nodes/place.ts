/** Where a node is made or moved to. */
export interface Place {
  readonly spaceId: string;
  readonly parentId: string | null;
  /** Levels above a node at this place. */
  readonly depth: number;
}
