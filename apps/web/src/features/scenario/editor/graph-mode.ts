import { narrowWindow } from '../../../components/narrow.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'

export type GraphMode = 'canvas' | 'outline'

const key = 'steward.scenario-mode'

export const storedMode = (): GraphMode => (readStored(key) === 'outline' ? 'outline' : 'canvas')

export const storeMode = (mode: GraphMode): void => writeStored(key, mode)

/** Whether a scenario is first shown on the canvas; a phone has no room for it. */
export const startsOnCanvas = (): boolean => storedMode() === 'canvas' && !narrowWindow().matches
