import type { ComponentType } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { LevelField } from '../../../entities/field/index.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'

export type NodeSettings = ScenarioNode['settings']

/** The names behind what settings hold. */
export interface NodeWords {
  level: Level
  /** Whether the fields are known yet. */
  isKnown: boolean
  /** The fields of the level and of its parents. */
  fields: readonly LevelField[]
  lookups: ValueLookups
  playbookName: (id: number) => string
  segmentName: (id: number) => string
  scenarioName: (id: number) => string
}

export interface PanelProps {
  settings: NodeSettings
  words: NodeWords
  /** What is wrong at a path of the settings, or below it. */
  fault: (path: string) => string | undefined
  onChange: (change: NodeSettings) => void
}

/** A way out of a node, and how people call it. */
export interface Branch {
  key: string
  label: string
}

/** How the screens show and edit a type of node. */
export interface NodeKind {
  type: string
  icon: Icon
  /** What it does, in the list of types. */
  purpose: string
  /** The settings of a new one. */
  fresh: () => NodeSettings
  /** `next` alone unless told. */
  branches?: (settings: NodeSettings) => readonly Branch[]
  /** What it does with these settings, without a full stop; undefined while they are not enough to tell. */
  sentence: (settings: NodeSettings, words: NodeWords) => string | undefined
  /** None where nothing can be set. */
  Panel?: ComponentType<PanelProps>
}
