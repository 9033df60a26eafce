import type { ExecutionSummary } from '@steward/contracts/scenario/scenario'
import type { NodeCategory } from '@steward/contracts/plain/scenario'
import type { PathStep } from '@steward/contracts/scenario/path'
import type { NodeWords } from '../node/node-kind.ts'
import type { Exit, Nodes } from './graph.rules.ts'
import type { Problems } from './problems.rules.ts'

/** What the canvas and the outline show, and what can be done there. */
export interface GraphView {
  nodes: Nodes
  words: NodeWords
  labelOf: (type: string) => string
  categoryOf: (type: string) => NodeCategory
  problems: Problems
  /** How many records were at each node; undefined while no one wants to know. */
  counts: ReadonlyMap<string, ExecutionSummary> | undefined
  /** The way of a record, by node. */
  path: ReadonlyMap<string, PathStep> | undefined
  selected: string | null
  /** Whether nodes can be added and removed. */
  isEditable: boolean
  onSelect: (key: string) => void
  /** Asks for the type of a node to add, beside an element. */
  onAdd: (exit: Exit, anchor: Element) => void
  onRemove: (key: string) => void
}
