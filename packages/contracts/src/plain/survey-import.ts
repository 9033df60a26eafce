/** Columns of a file of responses that answer no question. */
export const importTargets = ['answeredAt', 'email', 'externalId', 'account', 'accountExternalId'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Stored as the place in the list, from 1. */
export const importStates = ['running', 'finished', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]
export const importStateId = (state: ImportState): number => importStates.indexOf(state) + 1
