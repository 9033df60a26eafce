interface Input {
  act: 'echo' | 'spin' | 'grow' | 'fail' | 'environment'
  value?: unknown
}

const acts: Record<Input['act'], (value: unknown) => unknown> = {
  echo: (value) => value,
  spin: () => {
    for (;;);
  },
  grow: () => {
    const all: number[][] = []
    for (;;) all.push(Array.from({ length: 1000 }, (_, at) => at))
  },
  fail: () => {
    throw new Error('It fails.')
  },
  environment: () => ({ ...process.env }),
}

export function parse({ act, value }: Input): unknown {
  return acts[act](value)
}
