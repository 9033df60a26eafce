import { Component, createElement, lazy, type ComponentType } from 'react'
import { toast } from './toast-store.ts'

/** How long is waited before a part is fetched again. Milliseconds. */
const pauses = [400, 1500, 4000]

/** A script of the application that did not come. */
class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

let attempts = 0

/** Browsers remember for good that a script did not come: under another address they ask for it again. */
function importAgain(failure: unknown): Promise<object> | undefined {
  const [address] = /https?:\/\/\S+?\.js/.exec(String(failure)) ?? []
  attempts += 1
  return address === undefined ? undefined : import(/* @vite-ignore */ `${address}?again=${attempts}`)
}

const has = (one: unknown, name: string): one is Record<string, unknown> =>
  typeof one === 'object' && one !== null && name in one

/** What a script exports under a name, by itself or in the one module of several that the script is made of. */
function exported(script: object, name: string): unknown {
  return [script, ...Object.values(script)].find((one) => has(one, name))?.[name]
}

async function loadPatiently<M extends object>(load: () => Promise<M>, name: string): Promise<unknown> {
  let failure: unknown
  for (const pause of [0, ...pauses]) {
    try {
      if (failure === undefined) return exported(await load(), name)
      await new Promise((resolve) => setTimeout(resolve, pause))
      const found = exported(await (importAgain(failure) ?? load()), name)
      if (found) return found
    } catch (error) {
      failure ??= error
    }
  }
  throw new PartMissing('A script did not come', { cause: failure })
}

/** What tries the parts again that are missing on the page: one message stands for all of them. */
const missing = new Set<() => void>()

function retryMissing(): void {
  const parts = [...missing]
  missing.clear()
  for (const retry of parts) retry()
}

type PartState = { Body: ComponentType<object>; failure: unknown }

/**
 * A component that loads when it is first shown; put a `Suspense` around it. Where its script does not come,
 * what else the page shows stays as it is, and a message offers to try again.
 */
export function lazyPart<M extends object, Name extends keyof M & string>(
  load: () => Promise<M>,
  name: Name,
): M[Name] {
  const make = () =>
    lazy(async () => ({ default: (await loadPatiently(load, name)) as ComponentType<object> }))
  let Shared = make()

  class Part extends Component<object, PartState> {
    override state: PartState = { Body: Shared, failure: undefined }

    static getDerivedStateFromError(failure: unknown): Partial<PartState> {
      return { failure }
    }

    override componentDidCatch(failure: unknown): void {
      if (!(failure instanceof PartMissing)) return
      missing.add(this.retry)
      toast.error('A part of Steward could not be loaded. Check your connection, or reload the page.', {
        subject: 'part',
        retry: retryMissing,
      })
    }

    override componentWillUnmount(): void {
      missing.delete(this.retry)
    }

    readonly retry = (): void => {
      if (Shared === this.state.Body) Shared = make()
      this.setState({ Body: Shared, failure: undefined })
    }

    override render() {
      const { Body, failure } = this.state
      if (failure === undefined) return createElement(Body, this.props)
      if (!(failure instanceof PartMissing)) throw failure
      return null
    }
  }
  return Part as unknown as M[Name]
}
