import { useSearch } from '@tanstack/react-router'
import { findLevel, levels, type Level } from '@steward/contracts/level'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'

export const wizardSteps = [
  { name: 'file', label: 'File' },
  { name: 'read', label: 'Read' },
  { name: 'map', label: 'Map' },
  { name: 'check', label: 'Check' },
] as const

export type WizardStep = (typeof wizardSteps)[number]['name']

/** Where someone is in the wizard; all of it is in the address. */
export interface WizardPlace {
  level: Level
  step: WizardStep
  /** The file on the server. */
  upload: string | null
  /** The job that checked the file last. */
  preview: number | null
}

export function placeFrom(search: Record<string, unknown>): WizardPlace {
  const { level = '', step, upload, preview } = search
  const file = typeof upload === 'string' && upload !== '' ? upload : null
  const known = wizardSteps.find(({ name }) => name === step)?.name ?? 'file'
  return {
    level: findLevel(String(level)) ?? levels[0],
    // Without a file there is nothing to read, to map or to check.
    step: file === null ? 'file' : known,
    upload: file,
    preview: Number(preview) > 0 ? Number(preview) : null,
  }
}

export function addressOf({ level, step, upload, preview }: WizardPlace): string {
  const search = new URLSearchParams({ level: level.plural, step })
  if (upload) search.set('upload', upload)
  if (preview) search.set('preview', String(preview))
  return `${paths.newImport}?${search}`
}

export type MoveTo = (change: Partial<WizardPlace>, options?: { replace?: boolean }) => void

export function useWizardPlace(): [WizardPlace, MoveTo] {
  const place = placeFrom(useSearch({ strict: false }) as Record<string, unknown>)
  const go = useGo()
  return [place, (change, options) => go(addressOf({ ...place, ...change }), options)]
}
