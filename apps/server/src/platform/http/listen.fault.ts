import { createServer } from 'node:net'

/** The address that a process was to listen on, and the variable that sets it. */
export interface Wanted {
  name: 'PORT' | 'OPERATIONS_PORT'
  host: string
  port: number
}

interface ListenFault {
  /** The variable that has to be corrected. */
  about: string
  message: string
  advice: string
}

const ownAddress = 'Use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for every network.'

/** Why nothing can listen there, by the code that the system gave it; undefined where it is something else. */
export function listenFaultOf(
  code: string | undefined,
  { name, host, port }: Wanted,
): ListenFault | undefined {
  const where = `${host}:${port}`
  if (code === 'EADDRINUSE')
    return {
      about: name,
      message: `Another program is using ${where}.`,
      advice: `Stop it (find it with ss -ltnp), or set another ${name}.`,
    }
  if (code === 'EACCES')
    return {
      about: name,
      message: `This user can't listen on ${where}.`,
      advice: 'Ports below 1024 need root. Use a higher port, and let the proxy use the low one.',
    }
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
    return { about: 'HOST', message: `${host} is no address of this machine.`, advice: ownAddress }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { about: 'HOST', message: `The host name ${host} does not exist.`, advice: ownAddress }
  return undefined
}

/** Waits for something that listens; where it cannot, throws an error that names the variable and says what to do. */
export async function orSayWhyNot<T>(listening: Promise<T>, wanted: Wanted): Promise<T> {
  try {
    return await listening
  } catch (error) {
    const fault = listenFaultOf((error as NodeJS.ErrnoException).code, wanted)
    if (!fault) throw error
    throw new Error(`${fault.about}: ${fault.message} ${fault.advice}`, { cause: error })
  }
}

/** The code with which the system refuses to let this process listen there; undefined where it may. */
export async function refusalAt(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
