import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Scenario, ScenarioNode } from '@steward/contracts/scenario/scenario'
import { useUser } from '../../../api/session.ts'
import { toast } from '../../../ui/toast.tsx'
import { branchKeys, kindOf } from '../node/node-kinds.ts'
import type { NodeSettings } from '../node/node-kind.ts'
import { counted } from '../node/words.ts'
import { readDraft, writeDraft } from './draft-store.ts'
import { draftOf, isSame, mergeSettings, type Draft, type DraftForm } from './draft.rules.ts'
import {
  connected,
  inserted,
  lostWith,
  newKey,
  nodeOf,
  removed,
  withSettings,
  withTrigger,
  type Exit,
  type Nodes,
} from './graph.rules.ts'
import { changedTo, historyOf, redone, undone, type History } from './history.rules.ts'

/** What can be done to a scenario while it is edited. */
export interface DraftActs {
  setForm: (change: Partial<DraftForm>) => void
  setTrigger: (type: string) => string
  insert: (exit: Exit, type: string) => string
  remove: (key: string) => void
  connect: (exit: Exit, target: string | null) => void
  setSettings: (key: string, change: NodeSettings) => void
  undo: () => void
  redo: () => void
  discard: () => void
}

const tagOf = (what: string, change: object): string => `${what}:${Object.keys(change).join()}`

type Edited = { history: History<Draft>; revision: number }

/** What is saved, and in which version; none of a new scenario. */
type Base = { version: number | null; saved: Draft }

const baseOf = (scenario: Scenario | undefined, begun: Draft): Base => ({
  version: scenario?.version ?? null,
  saved: scenario ? draftOf(scenario) : begun,
})

/** A scenario with its unsaved changes. They outlast the page. */
export function useScenarioDraft(scenario: Scenario | undefined, begun: Draft, restores: boolean) {
  const { userId } = useUser()
  const scenarioId = scenario?.scenarioId
  const [{ version, saved }, setBase] = useState<Base>(() => baseOf(scenario, begun))
  const [{ history, revision }, setEdited] = useState<Edited>(() => ({
    history: historyOf((restores && readDraft(userId, scenarioId, version)) || saved),
    revision: 0,
  }))
  const draft = history.present
  const isDirty = useMemo(() => !isSame(draft, saved), [draft, saved])
  useEffect(
    () => writeDraft(userId, scenarioId, version, isDirty ? draft : null),
    [userId, scenarioId, version, isDirty, draft],
  )

  function settle(known: Scenario) {
    const base = baseOf(known, begun)
    setBase(base)
    setEdited((edited) => ({
      history: { ...edited.history, present: base.saved, tag: null },
      revision: edited.revision + 1,
    }))
  }
  // What someone else saved is taken over, unless it would cost the user something.
  if (scenario && scenario.version !== version && !isDirty) settle(scenario)

  const step = useCallback((go: (before: History<Draft>) => History<Draft>) => {
    // Forms that keep what is typed to themselves begin anew with another revision.
    setEdited((edited) => ({ history: go(edited.history), revision: edited.revision + 1 }))
  }, [])

  const acts = useMemo((): DraftActs => {
    const { form, nodes } = draft
    const put = (next: Draft, tag: string | null = null) =>
      setEdited((edited) => ({ ...edited, history: changedTo(edited.history, next, tag) }))
    const putNodes = (next: Nodes, tag?: string) => put({ form, nodes: next }, tag)
    const undo = () => step(undone)

    /** Says how many nodes went with a change, so that no one loses them unseen. */
    function change(after: Nodes, expected = 0) {
      putNodes(after)
      const lost = lostWith(nodes, after, expected)
      if (lost > 0) toast.done(`${counted(lost, 'node')} removed`, { subject: 'nodes', undo })
    }

    const fresh = (type: string): Pick<ScenarioNode, 'key' | 'type' | 'settings'> => ({
      key: newKey(type),
      type,
      settings: kindOf(type).fresh(),
    })

    return {
      setForm: (edit) => put({ form: { ...form, ...edit }, nodes }, tagOf('form', edit)),
      setTrigger(type) {
        const { key, settings } = fresh(type)
        putNodes(withTrigger(nodes, { key, type, settings }))
        return key
      },
      insert(exit, type) {
        const node = fresh(type)
        change(inserted(nodes, exit, node, branchKeys(type, node.settings)))
        return node.key
      },
      remove: (key) => change(removed(nodes, key), 1),
      connect: (exit, target) => change(connected(nodes, exit, target)),
      setSettings(key, edit) {
        const node = nodeOf(nodes, key)
        if (!node) return
        const settings = mergeSettings(node.settings, edit)
        putNodes(withSettings(nodes, key, settings, branchKeys(node.type, settings)), tagOf(key, edit))
      },
      undo,
      redo: () => step(redone),
      discard: () => step((before) => changedTo(before, saved, null)),
    }
  }, [step, saved, draft])

  return {
    draft,
    acts,
    isDirty,
    revision,
    baseVersion: version ?? undefined,
    /** Takes what was saved as the new basis, and forgets what was stored of a new scenario. */
    settle(known: Scenario) {
      writeDraft(userId, scenarioId, version, null)
      settle(known)
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
