import type { ScenarioStatus } from '@steward/contracts/plain/scenario'
import type { RecordRun } from '@steward/contracts/scenario/path'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/badge.tsx'

/** What the page of a scenario is under. */
export const scenariosStep = { label: 'Scenarios', to: paths.scenarios }

export const statusWords: Readonly<Record<ScenarioStatus, string>> = {
  active: 'Active',
  draft: 'Draft',
  inactive: 'Inactive',
  archived: 'Archived',
  paused: 'Paused',
}

export const statusTones: Readonly<Record<ScenarioStatus, Tone>> = {
  active: 'good',
  draft: 'neutral',
  inactive: 'neutral',
  archived: 'neutral',
  paused: 'average',
}

export const runWords: Readonly<Record<RecordRun['status'], string>> = {
  running: 'In progress',
  waiting: 'Waiting',
  failed: 'Failed',
  ended: 'Finished',
}

export const runTones: Readonly<Record<RecordRun['status'], Tone>> = {
  running: 'info',
  waiting: 'info',
  failed: 'poor',
  ended: 'neutral',
}
