import { slackMessageSettings, type SlackMessageSettings } from '@steward/contracts/scenario/outgoing'
import type { ActionType, Outcome } from '../scenario-management/index.ts'

const notConnected =
  'Slack is not connected, and this version of Steward can not connect it yet. Use Notify User or Call URL instead.'

/** Keeps its place among the actions until Slack can be connected: it can be set up, and not be activated. */
export const slackMessageNode: ActionType<SlackMessageSettings> = {
  type: 'slackMessage',
  category: 'action',
  label: 'Slack Message',
  settings: slackMessageSettings,
  missing: async () => notConnected,
  async rehearse(_, { settings, visits }) {
    const effect = `Write to ${settings.channel} in Slack.`
    return new Map(visits.map(({ runId }) => [runId, { outcome: { kind: 'next', branch: 'next' }, effect }]))
  },
  async act(_, { visits }) {
    const failed: Outcome = { kind: 'fail', cause: notConnected, reason: notConnected }
    return { outcomes: new Map(visits.map(({ runId }) => [runId, failed])), changeSetId: null }
  },
}
