import { err, type Result } from '../../shared/domain/result.ts'
import type {
  SetupCommandName,
  SetupFailure as Failure,
  SetupInput,
  SetupValue as Value,
} from '../../shared/kiosk-api/setup.ts'
import type { Connection } from '../app/bridge.ts'

/** What any question of the set-up may be answered instead of a value. */
export type SetupProblem = Failure<SetupCommandName> | { readonly type: 'bridge-lost' }

export type AskSetup = <N extends SetupCommandName>(
  method: N,
  input: SetupInput<N>,
) => Promise<Result<Value<N>, Failure<N> | { readonly type: 'bridge-lost' }>>

export function createAsk(connection: Connection): AskSetup {
  return async <N extends SetupCommandName>(method: N, input: SetupInput<N>) => {
    try {
      return (await connection.invoke(method, input)) as Result<Value<N>, Failure<N>>
    } catch {
      return err({ type: 'bridge-lost' })
    }
  }
}
