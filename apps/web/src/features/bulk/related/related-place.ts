import { useSearch } from '@tanstack/react-router'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'

export const relatedSteps = [
  { name: 'files', label: 'Files' },
  { name: 'read', label: 'Read' },
  { name: 'map', label: 'Map' },
  { name: 'check', label: 'Check' },
] as const

type RelatedStep = (typeof relatedSteps)[number]['name']

/** Where someone is among related files; all of it is in the address. */
export interface RelatedPlace {
  step: RelatedStep
  /** Which of the files is read or mapped, from 0. */
  at: number
  /** A file on the server that is to be added. */
  add: string | null
}

export function relatedAddress({ step, at, add }: RelatedPlace): string {
  const search = new URLSearchParams({ step, at: String(at) })
  if (add !== null) search.set('add', add)
  return `${paths.relatedFiles}?${search}`
}

export type MoveRelated = (change: Partial<RelatedPlace>, options?: { replace?: boolean }) => void

export function useRelatedPlace(): [RelatedPlace, MoveRelated] {
  const { step, at, add } = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const place: RelatedPlace = {
    step: relatedSteps.find(({ name }) => name === step)?.name ?? 'files',
    at: Math.max(0, Math.floor(Number(at)) || 0),
    add: typeof add === 'string' && add !== '' ? add : null,
  }
  return [place, (change, options) => go(relatedAddress({ ...place, add: null, ...change }), options)]
}
