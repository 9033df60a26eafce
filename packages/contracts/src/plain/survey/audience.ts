/**
 * What keeps a contact from being asked, in the order in which it is asked: the first that holds is the reason. Stored
 * nowhere.
 */
export const askGates = [
  'notPublished',
  'notStarted',
  'ended',
  'paused',
  'channel',
  'archived',
  'consent',
  'unsubscribed',
  'noAddress',
  'audience',
  'sample',
  'asked',
  'quietPeriod',
  'dailyLimit',
] as const
export type AskGate = (typeof askGates)[number]

/** In general; of one contact the server says more. */
export const askGateLabels: Readonly<Record<AskGate, string>> = {
  notPublished: 'The survey has not been published',
  notStarted: 'The survey has not started yet',
  ended: 'The survey has ended',
  paused: 'The survey is paused',
  channel: 'The survey does not use this channel',
  archived: 'They are archived',
  consent: 'They have not given their consent',
  unsubscribed: 'They have unsubscribed from surveys',
  noAddress: 'They have no email address',
  audience: 'They are not in the audience',
  sample: 'They are not in the sample',
  asked: 'This survey was sent to them before',
  quietPeriod: 'A survey was sent to them a short time ago',
  dailyLimit: 'The limit of today is reached',
}

/** Stored as the place in the list, from 1. */
export const waveStates = ['sending', 'finished', 'stopped'] as const
export type WaveState = (typeof waveStates)[number]

export const installationStates = ['waiting', 'verified', 'failed'] as const
export type InstallationState = (typeof installationStates)[number]
