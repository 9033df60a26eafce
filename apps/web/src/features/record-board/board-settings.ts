import { useState } from 'react'
import type { Level } from '@steward/contracts/level'
import { useUser } from '../../api/session.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

/** How a person has the board of a level on this device. */
export interface BoardSettings {
  group?: string
  /** Empty where nothing is to be added up. */
  sum?: string
  /** Columns shut to a strip, by group: keys as text. */
  collapsed?: Readonly<Record<string, readonly string[]>>
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readCollapsed(value: unknown): BoardSettings['collapsed'] {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([group, keys]) => [group, Array.isArray(keys) ? keys.filter(isText) : []]),
  )
}

/** Settings as they were stored; what cannot be read is as usual. */
export function readBoardSettings(text: string | null): BoardSettings {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const { group, sum, collapsed } = stored as Record<string, unknown>
    return {
      ...(isText(group) ? { group } : {}),
      ...(isText(sum) ? { sum } : {}),
      collapsed: readCollapsed(collapsed),
    }
  } catch {
    return {}
  }
}

/** The settings of the user for the boards of a level, and a way to change some of them. */
export function useBoardSettings(level: Level): [BoardSettings, (change: Partial<BoardSettings>) => void] {
  const { userId } = useUser()
  const key = `steward.board.${userId}.${level.plural}`
  const [settings, setSettings] = useState(() => readBoardSettings(readStored(key)))

  function change(part: Partial<BoardSettings>) {
    const next = { ...settings, ...part }
    writeStored(key, JSON.stringify(next))
    setSettings(next)
  }

  return [settings, change]
}
