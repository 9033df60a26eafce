import { useEffect, useEffectEvent, useState } from 'react'

const asked = new Map<string, Promise<unknown>>()

/** The answer to one question, asked once however often it is drawn; a failure can be asked again. */
export function useAnswer<T>(question: string, ask: () => Promise<T>) {
  const [state, setState] = useState<{ data?: T; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)

  const askNow = useEffectEvent((key: string) => {
    const answer = (asked.get(key) as Promise<T> | undefined) ?? ask()
    asked.set(key, answer)
    return answer
  })

  useEffect(() => {
    let isWanted = true
    askNow(`${question} ${attempt}`).then(
      (data) => isWanted && setState({ data }),
      (error: unknown) => isWanted && setState({ error }),
    )
    return () => {
      isWanted = false
    }
  }, [question, attempt])

  return {
    ...state,
    isPending: state.data === undefined && state.error === undefined,
    retry() {
      setState({})
      setAttempt(attempt + 1)
    },
  }
}
