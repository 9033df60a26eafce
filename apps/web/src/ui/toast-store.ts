import { Toast } from '@base-ui/react/toast'

export type Tone = 'done' | 'info' | 'error'
type Action = { label: string; run: () => void }

/** What a message has besides its text. */
export interface ToastData {
  tone: Tone
  action?: Action
}

type Details = { subject?: string; undo?: () => void; retry?: () => void; action?: Action }

/** Milliseconds; an error stays until it is closed. */
const lifetime = 6000
const forGood = 0

/** Hands messages to the `Toaster` of the frame, from anywhere. */
export const toastManager = Toast.createToastManager<ToastData>()

type Message = Parameters<typeof toastManager.add<ToastData>>[0]

/** Messages that nothing shows yet; null while a frame shows them as they come. */
let held: Message[] | null = []

/** Shows the messages that were held, and those that follow as they come. */
export function showMessages(): void {
  const waiting = held ?? []
  held = null
  for (const message of waiting) toastManager.add(message)
}

/** Holds messages until a frame can show them. */
export function holdMessages(): void {
  held = []
}

function actionOf({ undo, retry, action }: Details): Action | undefined {
  if (undo) return { label: 'Undo', run: undo }
  if (retry) return { label: 'Retry', run: retry }
  return action
}

function add(tone: Tone, title: string, details: Details = {}): void {
  const message: Message = {
    id: details.subject,
    title,
    timeout: tone === 'error' ? forGood : lifetime,
    data: { tone, action: actionOf(details) },
  }
  if (held) held.push(message)
  else toastManager.add(message)
}

/** Short messages at the lower right. Those about the same `subject` replace each other. */
export const toast = {
  done: (text: string, details?: Pick<Details, 'subject' | 'undo'>) => add('done', text, details),
  info: (text: string, details?: Pick<Details, 'subject' | 'action'>) => add('info', text, details),
  /** Stays until it is closed. */
  error: (text: string, details?: Pick<Details, 'subject' | 'retry'>) => add('error', text, details),
}
