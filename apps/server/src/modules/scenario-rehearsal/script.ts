import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { AnyNodeType, Faults, ScenarioPlace } from '../scenario-management/index.ts'
import type { RunPlan } from '../scenario-run/index.ts'
import type { KeptFacts } from './past.facts.ts'
import type { Effective } from './past.ts'
import type { Entry } from './reentry.rules.ts'

/** A record at a node, as it would have been. */
export interface ReplayedStep {
  run: ReplayedRun
  nodeKey: string
  /** As the place of an execution's status. */
  status: number
  at: Date
  wakesAt: Date | null
  effect: string | null
  reason: string | null
}

export interface ReplayedRun extends Entry {
  runId: number
  recordId: number
  nodeKey: string
  arrivedAt: Date
  hasWaited: boolean
  heard: boolean
  wakesAt: Date | null
  outcome: string | null
  endedAt: Date | null
}

/** What is replayed. */
export interface Script {
  place: ScenarioPlace
  scenarioId: number
  version: number
  plan: RunPlan
  typeOf(type: string): AnyNodeType | undefined
  nodeAt(key: string): ScenarioNode
  /** What is wrong with the nodes now, by key. */
  faults: ReadonlyMap<string, Faults>
  kept: KeptFacts
}

/** Decides which records enter, in the moment that is replayed. */
export interface Arrivals {
  /** The next time at which the trigger itself acts, such as that of a schedule. */
  nextAt(): number | undefined
  /** The records that enter at that time. */
  arrive(): Promise<readonly number[]>
  /** Those of some changes that the trigger waits for, as records; at once where nothing has to be asked for it. */
  among(changes: readonly Effective[]): readonly number[] | Promise<readonly number[]>
}

/** A node at which records wait for an event, and when it happens. */
export interface Watch {
  nodeKey: string
  arrivals: Arrivals
}
