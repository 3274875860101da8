import { CHANGE_ACTIONS } from '../../../../server/contract/workspace/finding.ts';
import { NOTED_ACTIONS } from '../../../../server/contract/workspace/sharing.ts';

const ACTIONS = [...CHANGE_ACTIONS, ...NOTED_ACTIONS] as const;
export type ActivityAction = (typeof ACTIONS)[number];

/** The name of an action's text; what this version of the interface does not know is a change. */
export function activityKey(action: string): ActivityAction {
  return ACTIONS.find((known) => known === action) ?? 'updated';
}
