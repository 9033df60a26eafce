export interface ClusterOptions {
  /** The folder of the database files. */
  folder: string
  port: number
  /** A file that contains the password of the user postgres; only the owner can read it. */
  passwordFile: string
  /** For the server, as `name=value`. */
  settings: readonly string[]
}

export interface Cluster {
  /** Creates the database files in an empty folder. */
  initialise(): Promise<void>
  /** Resolves when PostgreSQL accepts connections. Throws with the last lines of its log when it ends instead. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** For initdb, anyone who runs it. */
export const initdbFlags = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
]

export const settingFlags = (settings: readonly string[]) => settings.flatMap((setting) => ['-c', setting])
