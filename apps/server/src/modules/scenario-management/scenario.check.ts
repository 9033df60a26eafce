import type { ScenarioProblem } from '@steward/contracts/scenario/check'
import type { SaveScenario, ScenarioForm, ScenarioNode } from '@steward/contracts/scenario/scenario'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Db, Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { faultsOfGraph, type Faults, type NodeShape } from './graph.rules.ts'
import { branchesOf, type AnyNodeType, type NodeTypes } from './node-type.ts'
import type { Definition } from './scenario.store.ts'

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

function faultsOfForm({ timeZone, reentry }: ScenarioForm): Faults {
  const faults: Faults = {}
  if (!isTimeZone(timeZone)) {
    faults['formData.timeZone'] = 'Unknown time zone. Use a form like Europe/London.'
  }
  if (reentry.rule === 'limited') {
    if (reentry.times === undefined) faults['formData.reentry.times'] = 'Enter how many times.'
    if (reentry.days === undefined) faults['formData.reentry.days'] = 'Enter in how many days.'
  }
  return faults
}

const pathOf = (parts: readonly PropertyKey[]): string => parts.map((part) => `.${String(part)}`).join('')

interface ReadNode {
  node: ScenarioNode
  type: AnyNodeType
  settings: unknown
}

/** Reads the settings of a node as its type wants them; what is wrong with them, by path below the node. */
function readNode(node: ScenarioNode, types: NodeTypes, level: LevelId): ReadNode | Faults {
  const type = types.find(node.type)
  if (!type) return { type: `There is no node type ${node.type}. Choose another one.` }
  if (type.levels && !type.levels.includes(level)) {
    return { type: `${type.label} is not available for ${levelOf(level).plural}. Remove it.` }
  }
  const read = type.settings.safeParse(node.settings)
  if (read.success) return { node, type, settings: read.data }
  return Object.fromEntries(
    read.error.issues.map(({ path, message }) => [`settings${pathOf(path)}`, message]),
  )
}

const isRead = (one: ReadNode | Faults): one is ReadNode => 'node' in one

/** Checks scenarios: their graph, the settings of each node, and whether what they name is there. */
export function createScenarioCheck(types: NodeTypes) {
  /** What is not connected that nodes need, by path. */
  async function missingOf(tenantId: number, nodes: readonly ScenarioNode[]): Promise<Faults> {
    const missing: Faults = {}
    for (const [at, { type }] of nodes.entries()) {
      const message = await types.find(type)?.missing?.(tenantId)
      if (message !== undefined) missing[`nodes.${at}.type`] = message
    }
    return missing
  }

  /** What is wrong with a definition, by path. */
  async function faultsOf(
    db: Db | Tx,
    tenantId: number,
    { formData, nodes }: Definition,
  ): Promise<{ faults: Faults; settings: unknown[] }> {
    const { level, timeZone } = formData
    const faults = faultsOfForm(formData)
    const read = nodes.map((node) => readNode(node, types, level))
    const shapes = new Map<ScenarioNode, NodeShape>(
      read
        .filter(isRead)
        .map(({ node, type, settings }) => [
          node,
          { category: type.category, branches: branchesOf(type, settings) },
        ]),
    )
    const known = read.every(isRead)
    for (const [at, one] of read.entries()) {
      const found = isRead(one)
        ? await one.type.check?.(db, { tenantId, level, timeZone }, one.settings)
        : one
      const prefix = isRead(one) ? `nodes.${at}.settings` : `nodes.${at}`
      for (const [path, message] of Object.entries(found ?? {})) {
        faults[path === '' ? prefix : `${prefix}.${path}`] = message
      }
    }
    // Ways out depend on settings: the graph is looked at once these can be read.
    if (known)
      Object.assign(
        faults,
        faultsOfGraph(nodes, (node) => shapes.get(node)),
      )
    return { faults, settings: read.map((one) => (isRead(one) ? one.settings : undefined)) }
  }

  return {
    faultsOf,
    missingOf,

    /** Everything that keeps a definition from being saved or activated. */
    async problemsOf(db: Db, tenantId: number, definition: Definition): Promise<ScenarioProblem[]> {
      const [{ faults }, missing] = await Promise.all([
        faultsOf(db, tenantId, definition),
        missingOf(tenantId, definition.nodes),
      ])
      return [
        ...Object.entries(faults).map(([path, message]) => ({ path, message })),
        ...Object.entries(missing).map(([path, message]) => ({ path, message, onlyActivation: true })),
      ]
    },

    /** The definition with the settings as their types read them. Throws `invalid_input` at every place. */
    async read(db: Db, tenantId: number, { formData, nodes }: SaveScenario): Promise<Definition> {
      const { faults, settings } = await faultsOf(db, tenantId, { formData, nodes })
      if (Object.keys(faults).length > 0) throw invalid('scenario.invalid', faults)
      return {
        formData,
        nodes: nodes.map((node, at) => ({ ...node, settings: settings[at] as ScenarioNode['settings'] })),
      }
    },
  }
}

export type ScenarioCheck = ReturnType<typeof createScenarioCheck>
