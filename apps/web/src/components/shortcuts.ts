import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '../ui/storage.ts'

export type Shortcut = {
  /** One key (`e`), a chord (`mod+k`) or a sequence (`g o`). */
  keys: string
  label: string
  group: string
}

/** The group of what works on every screen. */
export const everywhere = 'Everywhere'

type Registered = Shortcut & { run: () => void }

const key = 'steward.shortcuts'
const sequenceTime = 1200
const registered = new Set<Registered>()
/** Keys that parts of the page handle by themselves. */
const described = new Set<readonly Shortcut[]>()

/** Of an action that only the command menu offers. */
const noKeys = ''

let pending = ''
let pendingAt = 0

/** Single keys can be switched off; chords with Ctrl or ⌘ always work. */
export function singleKeysOn(): boolean {
  return readStored(key) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  writeStored(key, on ? null : 'off')
}

/** What works on the page right now, for the help; the innermost of two with the same keys. */
export function activeShortcuts(): Shortcut[] {
  const byKeys = new Map<string, Shortcut>()
  for (const shortcut of registered) if (shortcut.keys !== noKeys) byKeys.set(shortcut.keys, shortcut)
  return [...byKeys.values(), ...[...described].flat()]
}

/** What the page offers to do right now, with keys or without; the innermost of two with the same name. */
export function activeActions(): (Shortcut & { run: () => void })[] {
  const byLabel = new Map<string, Registered>()
  for (const action of registered) byLabel.set(`${action.group} ${action.label}`, action)
  return [...byLabel.values()]
}

/** Whether keys that are pressed there are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** A dialog or a menu has the keyboard to itself. */
function isLayerOpen(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true], [role=menu], [data-base-ui-inert]') !== null
}

function find(keys: string): Registered | undefined {
  let found: Registered | undefined
  for (const shortcut of registered) if (shortcut.keys === keys) found = shortcut
  return found
}

function startsSequence(keys: string): boolean {
  return [...registered].some((shortcut) => shortcut.keys.startsWith(`${keys} `))
}

/** Chords that a text field has for itself, and that reach no page below a dialog. */
const ownChords = new Set(['mod+z'])

function onChord(event: KeyboardEvent): void {
  const chord = event.shiftKey ? undefined : find(`mod+${event.key.toLowerCase()}`)
  if (!chord || (ownChords.has(chord.keys) && (isTyping(event.target) || isLayerOpen()))) return
  event.preventDefault()
  chord.run()
}

function onSingleKey(event: KeyboardEvent): void {
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const inTime = pending !== '' && event.timeStamp - pendingAt < sequenceTime
  const keys = inTime ? `${pending} ${pressed}` : pressed
  const shortcut = find(keys)
  pending = !shortcut && startsSequence(keys) ? keys : ''
  pendingAt = event.timeStamp
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  if (event.ctrlKey || event.metaKey) return onChord(event)
  if (!singleKeysOn() || isTyping(event.target) || isLayerOpen()) return
  onSingleKey(event)
}

/** Offers a shortcut while the component is on the page. `keys` null offers none. */
export function useShortcut(
  keys: string | null,
  run: () => void,
  { label, group }: { label: string; group: string },
): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (keys === null) return
    const shortcut = { keys, label, group, run: () => latest.current() }
    if (registered.size === 0) document.addEventListener('keydown', onKeyDown)
    registered.add(shortcut)
    return () => {
      registered.delete(shortcut)
      if (registered.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [keys, label, group])
}

/** Adds keys to the help that a part of the page handles by itself. Keep the list stable between renders. */
export function useShortcutHelp(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    described.add(shortcuts)
    return () => void described.delete(shortcuts)
  }, [shortcuts])
}

/** Offers an action without a key of its own in the command menu. `run` null offers none. */
export function useAction(run: (() => void) | null, label: string, group: string): void {
  useShortcut(run && noKeys, () => run?.(), { label, group })
}
