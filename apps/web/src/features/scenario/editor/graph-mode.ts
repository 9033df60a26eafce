import { readStored, writeStored } from '../../../ui/storage.ts'

export type GraphMode = 'canvas' | 'outline'

const key = 'steward.scenario-mode'

export const storedMode = (): GraphMode => (readStored(key) === 'outline' ? 'outline' : 'canvas')

export const storeMode = (mode: GraphMode): void => writeStored(key, mode)
