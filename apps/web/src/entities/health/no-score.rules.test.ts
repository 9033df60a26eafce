import { expect, it } from 'vitest'
import type { ScoreDetail, ScorePart } from '@steward/contracts/health'
import { levelOf } from '@steward/contracts/level'
import { noScoreOf } from './no-score.rules.ts'

const part = (change: Partial<ScorePart>): ScorePart => ({
  key: 'm1',
  name: 'Pulse',
  group: null,
  metric: 'field:-2',
  value: null,
  text: 'No value',
  missing: true,
  supporting: false,
  source: 'Field',
  at: null,
  points: null,
  weight: 0,
  contribution: 0,
  ...change,
})

const unscored = (...parts: ScorePart[]) =>
  ({ parts, missing: parts.map(({ name }) => name) }) as unknown as ScoreDetail

it.each([
  ['account', [], 'define', 'The health model has no measures for accounts yet.'],
  ['account', [part({})], 'pulse', 'No data for Pulse yet.'],
  ['pipeline', [part({ metric: 'field:7', name: 'Value' })], null, 'No data for Value yet.'],
  ['account', [part({ metric: 'activities', source: 'Timeline' })], 'activity', 'No data for Pulse yet.'],
  [
    'account',
    [
      part({}),
      part({ key: 'm2', name: 'Risks', metric: 'risks', source: 'Pipelines', supporting: true }),
      part({ key: 'm3', name: 'Renewal', metric: 'field:7', missing: false, supporting: true }),
    ],
    'pulse',
    'No data for Pulse yet. Data for Renewal alone gives no score.',
  ],
  [
    'organization',
    [part({ key: 'accounts', metric: null })],
    'accounts',
    'It takes its score from its accounts, and none of them has one yet.',
  ],
] as const)('names what leads to a score: %s %j', (level, parts, cure, text) => {
  expect(noScoreOf(levelOf(level), unscored(...parts))).toEqual({ text, cure })
})
