import type { ReactNode } from 'react'
import type { WebhookCall } from '@steward/contracts/webhook-delivery'
import { numberText } from '../../ui/reader.ts'
import { ResultBadge } from './webhook-words.tsx'

type Shown = Omit<WebhookCall, 'result' | 'durationMs' | 'requestBody'> & {
  result: WebhookCall['result'] | null
  durationMs: number | null
  requestBody: string | null
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A call with what was sent and what was answered. */
export function CallView({ call }: { call: Shown }) {
  const { result, status, durationMs, failure, requestHeaders, requestBody, responseHeaders, responseBody } =
    call
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <ResultBadge result={result} waiting />
        {status !== null && <span className="tabular text-2">Status {status}</span>}
        {durationMs !== null && <span className="tabular text-2">{numberText(durationMs)} ms</span>}
      </p>
      {failure && <p className="wrap-anywhere text-poor">{failure}</p>}
      <Part title="Request">
        <Headers headers={requestHeaders} />
        {requestBody !== null && <Code label="Request body" text={pretty(requestBody)} />}
      </Part>
      <Part title="Response">
        <Headers headers={responseHeaders} />
        {responseBody !== '' && <Code label="Response body" text={pretty(responseBody)} />}
        {responseBody === '' && <p className="text-label text-2">No body</p>}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="text-label font-medium text-2">{title}</h3>
      {children}
    </section>
  )
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers)
  if (all.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-label">
      {all.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-2 wrap-anywhere">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre
      aria-label={label}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control bg-sunken p-3 font-mono text-label wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}
