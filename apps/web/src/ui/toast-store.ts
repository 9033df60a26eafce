export type Toast = {
  id: number
  /** Toasts about the same subject replace each other. */
  subject: string
  tone: 'done' | 'info' | 'error'
  text: string
  action?: { label: string; run: () => void }
}

type Details = { subject?: string; undo?: () => void; retry?: () => void; action?: Toast['action'] }

const most = 3
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function actionOf({ undo, retry, action }: Details): Toast['action'] {
  if (undo) return { label: 'Undo', run: undo }
  if (retry) return { label: 'Retry', run: retry }
  return action
}

function add(tone: Toast['tone'], text: string, details: Details = {}): number {
  lastId += 1
  const subject = details.subject ?? `toast-${lastId}`
  const added: Toast = { id: lastId, subject, tone, text, action: actionOf(details) }
  set([...toasts.filter((toast) => toast.subject !== subject), added].slice(-most))
  return lastId
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

/** Short messages at the lower right. Each returns an id for `closeToast`. */
export const toast = {
  done: (text: string, details?: Pick<Details, 'subject' | 'undo'>) => add('done', text, details),
  info: (text: string, details?: Pick<Details, 'subject' | 'action'>) => add('info', text, details),
  /** Stays until it is closed. */
  error: (text: string, details?: Pick<Details, 'subject' | 'retry'>) => add('error', text, details),
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readToasts(): readonly Toast[] {
  return toasts
}
