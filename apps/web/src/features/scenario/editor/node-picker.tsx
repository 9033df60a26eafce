import { createElement, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { NodeCategory } from '@steward/contracts/plain/scenario'
import { ChoiceList } from '../../../entities/value/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { isEditable, kindOf } from '../node/node-kinds.ts'
import { nodeTypesQuery, type NodeType } from '../scenario.calls.ts'

const noTypes: readonly NodeType[] = []
const noneChosen: ReadonlySet<string> = new Set()

/** The types of nodes that scenarios of a level can have, and that the screens have a form for. */
export function useNodeTypes(level: Level): readonly NodeType[] {
  const { data = noTypes } = useQuery(nodeTypesQuery)
  return useMemo(
    () => data.filter(({ type, levels }) => isEditable(type) && levels.includes(level.name)),
    [data, level],
  )
}

/** What each type is called. */
export function useTypeLabels(): (type: string) => string {
  const { data = noTypes } = useQuery(nodeTypesQuery)
  return useMemo(() => {
    const labels = new Map(data.map(({ type, label }) => [type, label]))
    return (type) => labels.get(type) ?? type
  }, [data])
}

/** Whether each type decides or acts; what is not known yet is taken to act. */
export function useTypeCategories(): (type: string) => NodeCategory {
  const { data = noTypes } = useQuery(nodeTypesQuery)
  return useMemo(() => {
    const categories = new Map(data.map(({ type, category }) => [type, category]))
    return (type) => categories.get(type) ?? 'action'
  }, [data])
}

type NodePickerProps = {
  level: Level
  anchor: Element
  onPick: (type: string) => void
  onClose: () => void
}

/** Finds a type of node by typing. */
export function NodePicker({ level, anchor, onPick, onClose }: NodePickerProps) {
  const types = useNodeTypes(level)
  const choices = useMemo(
    () => ({
      options: types
        .filter(({ category }) => category !== 'trigger')
        .map(({ type, label }) => {
          const { icon, purpose } = kindOf(type)
          return { value: type, label, detail: purpose, icon: createElement(icon, { 'aria-hidden': true }) }
        }),
    }),
    [types],
  )
  return (
    <AnchoredPopover anchor={anchor} label="Add a node" align="center" onClose={onClose} className="w-96">
      <ChoiceList
        label="Find a node"
        choices={choices}
        selected={noneChosen}
        onPick={({ value }) => onPick(String(value))}
      />
    </AnchoredPopover>
  )
}
