import { useState } from 'react'
import { useNarrow } from '../../../components/narrow.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'

export type GraphMode = 'canvas' | 'outline'

const key = 'steward.scenario-mode'

/** How scenarios are shown; a phone has no room for the canvas. */
export function useGraphMode(): [GraphMode, (mode: GraphMode) => void] {
  const isNarrow = useNarrow()
  const [mode, setMode] = useState<GraphMode>(() => (readStored(key) === 'outline' ? 'outline' : 'canvas'))
  const choose = (next: GraphMode) => {
    setMode(next)
    writeStored(key, next)
  }
  return [isNarrow ? 'outline' : mode, choose]
}
