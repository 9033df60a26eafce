import type { LevelId } from '@steward/contracts/level'
import type { ChangeCause } from '@steward/contracts/record-history'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import type { Rule } from '@steward/conditions'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Faults } from './graph.rules.ts'

/** Where in which scenario something is checked or done. */
export interface ScenarioPlace {
  tenantId: number
  level: LevelId
  timeZone: string
}

/** A record at a node. */
export interface Visit {
  runId: number
  recordId: number
  /** When it came to the node. */
  arrivedAt: Date
  /** Whether it has waited here, and the wait is over. */
  hasWaited: boolean
  /** Whether the event that it waits for here has happened. */
  heard: boolean
}

/** Records that are at the same node of the same version. */
export interface Batch<Settings> extends ScenarioPlace {
  scenarioId: number
  version: number
  /** The name of the scenario. */
  name: string
  nodeKey: string
  settings: Settings
  visits: readonly Visit[]
  at: Date
}

/** What happens to a record at a node. */
export type Outcome =
  | { kind: 'next'; branch: string; reason?: string | undefined }
  | { kind: 'wait'; until: Date }
  /** It isn't let through, as the node is meant to do. */
  | { kind: 'reject'; reason: string }
  /** The node couldn't be applied to it, which is no failure; without a branch the record leaves. */
  | { kind: 'skip'; reason: string; branch?: string }
  | { kind: 'end' }
  /** `cause` is the same for all records that fail for the same reason. */
  | { kind: 'fail'; cause: string; reason: string }

/** Outcomes by run. */
export type Outcomes = ReadonlyMap<number, Outcome>

/** What operators ask of records: as they are, or in a rehearsal as they were. */
export interface Facts {
  /** Those of the records that a rule holds for, and what of the rule is about things that are gone. */
  matching(
    place: ScenarioPlace,
    rule: Rule,
    recordIds: readonly number[],
  ): Promise<{ ids: ReadonlySet<number>; broken: string | undefined }>
  /** The days in a date field, by record; null where it is empty. Undefined where there is no such field. */
  days(
    place: ScenarioPlace,
    field: string,
    recordIds: readonly number[],
  ): Promise<ReadonlyMap<number, string | null> | undefined>
}

/** A record as texts name it, and who works on it. */
export interface NamedRecord {
  recordId: number
  name: string
  organization: string | null
  account: string | null
  /** Of a contact, those of its account or organization. */
  owners: readonly number[]
  /** The owners of its account, or else of its organization. */
  parentOwners: readonly number[]
}

/** What actions ask of records in a rehearsal, besides: as they were. */
export interface PastFacts extends Facts {
  db: Db
  /** Something that is the same for all batches at a node, read once. */
  once<T>(nodeKey: string, read: () => Promise<T>): Promise<T>
  named(recordIds: readonly number[]): ReadonlyMap<number, NamedRecord>
  /** What a record held, by the keys of the ledger. */
  valuesOf(recordId: number): Readonly<Record<string, unknown>>
  /** Past values of a record in fields that formulas read, in the order of their keys: days as YYYY-MM-DD, null for empty ones. */
  heldIn(recordId: number, keys: readonly string[]): unknown[]
}

/** As whom and because of what an action acts. */
export interface ActionContext {
  actor: Actor
  causes: readonly ChangeCause[]
}

export interface ActionResult {
  outcomes: Outcomes
  /** null: nothing was changed. */
  changeSetId: number | null
}

/** What an action would have done to a record. */
export interface Rehearsed {
  outcome: Outcome
  /** In words; null where it would have done nothing. */
  effect: string | null
  /** What the record would have held from then on, by the keys of the ledger; null for what was cleared. */
  values?: Readonly<Record<string, unknown>>
}

interface Common<Settings> {
  /** In the API, the same for ever. */
  type: string
  label: string
  /** All levels unless told. */
  levels?: readonly LevelId[]
  settings: z.ZodType<Settings>
  /** The ways out; `next` alone unless told. */
  branches?(settings: Settings): readonly string[]
  /** What is wrong with settings, by path below them: above all, what they name that is not there. */
  check?(db: Db | Tx, place: ScenarioPlace, settings: Settings): Promise<Faults>
  /** What has to be connected before scenarios with it may be activated, as a sentence; undefined where nothing has. */
  missing?(tenantId: number): Promise<string | undefined>
}

export type TriggerType<Settings> = Common<Settings> & { category: 'trigger' }

export type OperatorType<Settings> = Common<Settings> & {
  category: 'operator'
  /** The event that records wait for here, by settings that name it as `event`; undefined where they wait for none. */
  awaits?(settings: Settings): EventSettings | undefined
  decide(facts: Facts, batch: Batch<Settings>): Promise<Outcomes>
}

export type ActionType<Settings> = Common<Settings> & {
  category: 'action'
  /** Acts on all records of a batch, in the transaction that moves them on. */
  act(tx: Tx, batch: Batch<Settings>, context: ActionContext): Promise<ActionResult>
  /** What it would have done, by run: the outcomes of `act`, without doing anything. */
  rehearse(facts: PastFacts, batch: Batch<Settings>): Promise<ReadonlyMap<number, Rehearsed>>
}

export type NodeType<Settings> = TriggerType<Settings> | OperatorType<Settings> | ActionType<Settings>

/** A type whose settings are known to it alone: they are read with its schema before it gets them. */
export type AnyNodeType = NodeType<unknown>

/** The types of nodes. Modules register theirs when they are created. */
export function createNodeTypes() {
  const types = new Map<string, AnyNodeType>()
  return {
    register<Settings>(type: NodeType<Settings>): void {
      if (types.has(type.type)) throw new Error(`The node type ${type.type} is registered twice`)
      types.set(type.type, type)
    },
    find: (type: string): AnyNodeType | undefined => types.get(type),
    list: (): readonly AnyNodeType[] => [...types.values()],
  }
}

export type NodeTypes = ReturnType<typeof createNodeTypes>

/** The ways out of a node. */
export function branchesOf(type: AnyNodeType, settings: unknown): readonly string[] {
  return type.branches?.(settings) ?? ['next']
}
