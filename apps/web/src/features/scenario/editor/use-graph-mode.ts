import { useState } from 'react'
import { useNarrow } from '../../../components/narrow.ts'
import { storedMode, storeMode, type GraphMode } from './graph-mode.ts'

/** How scenarios are shown; a phone has no room for the canvas. */
export function useGraphMode(): [GraphMode, (mode: GraphMode) => void] {
  const isNarrow = useNarrow()
  const [mode, setMode] = useState<GraphMode>(storedMode)
  const choose = (next: GraphMode) => {
    setMode(next)
    storeMode(next)
  }
  return [isNarrow ? 'outline' : mode, choose]
}
