export interface SerialPortFound {
  readonly path: string
  /** As what is plugged in says it; empty where it says nothing. */
  readonly maker: string
}

/** The serial ports of this machine that something is plugged into, or may be. */
export async function findSerialPorts(): Promise<readonly SerialPortFound[]> {
  // Only a machine that is asked for such a device loads it.
  const { SerialPort } = await import('serialport')
  const ports = await SerialPort.list()
  return ports.map(({ path, manufacturer = '' }) => ({ path, maker: manufacturer }))
}
