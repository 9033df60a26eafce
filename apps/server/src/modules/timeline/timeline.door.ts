import type { LevelId } from '@steward/contracts/level'
import type { Audience, ItemKind } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { AskedWords } from './timeline.rules.ts'

/** Something that happened, as its module hands it to the timeline. */
export interface NewItem {
  kind: Exclude<ItemKind, 'change'>
  recordId: number
  level: LevelId
  occurredAt: Date
  /** null for people outside. */
  authorId: number | null
  title: string
  /** As `toStored` of rich text gives it. */
  body: string | null
  /** By which it is found, beside the title. */
  words: string
  /** What its module alone understands. */
  details: Record<string, unknown>
  /** From which source it came: app, api, a mail box. */
  source: string
  linkedIds?: readonly number[]
  fileIds?: readonly number[]
  audience?: Audience
  participants?: readonly number[]
}

/** What an edit may change; what is absent stays. `details` are replaced as a whole. */
export interface ItemChange {
  title?: string
  body?: string | null
  words?: AskedWords
  occurredAt?: Date
  details?: Record<string, unknown>
  linkedIds?: readonly number[]
  fileIds?: readonly number[]
  audience?: Audience
  participants?: readonly number[]
  /** The version that the editor has seen: what others changed since is not written over. */
  version?: number
}

/** Steward itself: no one's rights are asked. */
export interface System {
  tenantId: number
}

export const isActor = (who: Actor | System): who is Actor => 'userId' in who

/** A row of which a presenter makes the details that are shown. */
export interface PresentedItem {
  itemId: number
  recordId: number
  level: LevelId
  changeSetId: number | null
  source: string
  details: Record<string, unknown>
}

/** Gives the details of items of one kind, with the names in them; one query for all of them. */
export type Presenter = (
  tenantId: number,
  actor: Actor,
  rows: readonly PresentedItem[],
) => Promise<ReadonlyMap<number, unknown>>

/** What a kind does when its items go and come back, in the same transaction. */
export interface Removal {
  removed?(tx: Tx, actor: Actor, itemIds: readonly number[]): Promise<void>
  restored?(tx: Tx, actor: Actor, itemIds: readonly number[]): Promise<void>
}

/** What the modules of the kinds registered. */
export function createRegistry() {
  const presenters = new Map<ItemKind, Presenter>()
  const removals = new Map<ItemKind, Removal>()
  return {
    presenters,
    removals,
    registerPresenter: (kind: ItemKind, present: Presenter) => void presenters.set(kind, present),
    registerRemoval: (kind: ItemKind, removal: Removal) => void removals.set(kind, removal),
  }
}

export type Registry = ReturnType<typeof createRegistry>
