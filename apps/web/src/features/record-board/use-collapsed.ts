import { useCallback, useEffect, useRef } from 'react'
import type { ColumnKey } from './board-model.ts'
import type { BoardSettings } from './board-settings.ts'

/** Which columns of a group are shut to a strip; remembered for the user on this device. */
export function useCollapsed(
  group: string,
  settings: BoardSettings,
  onSettings: (change: Partial<BoardSettings>) => void,
) {
  const keys = settings.collapsed?.[group] ?? []
  const latest = useRef({ settings, keys, onSettings })
  useEffect(() => {
    latest.current = { settings, keys, onSettings }
  })

  const setCollapsed = useCallback(
    (key: ColumnKey, collapsed: boolean) => {
      const { settings: held, keys: before, onSettings: tell } = latest.current
      const name = String(key)
      if (before.includes(name) === collapsed) return
      const next = collapsed ? [...before, name] : before.filter((other) => other !== name)
      tell({ collapsed: { ...held.collapsed, [group]: next } })
    },
    [group],
  )

  return { isCollapsed: (key: ColumnKey) => keys.includes(String(key)), setCollapsed }
}
