"""Types into an interactive shell on a pseudo-terminal: SHELL SETUP-LINE [[TYPED, SHOWN]...]-AS-JSON

Each TYPED is waited for until the terminal shows SHOWN (colours and cursor movements taken out), then erased. Prints what was
not shown within half a minute, as a JSON list."""
import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

shell, setup, wanted = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 200, 0, 0))
    os.execvp(shell, [shell, '-f' if shell == 'zsh' else '--no-config', '-i'])


def shown_until(text):
    raw, end = b'', time.time() + 30
    while time.time() < end:
        if text in re.sub(rb'\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|[\r\x07]', b'', raw).decode('utf8', 'replace'):
            return None
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        more = os.read(terminal, 65536)
        raw += more
        # fish asks what kind of terminal this is.
        if b'\x1b[c' in more:
            os.write(terminal, b'\x1b[?62c')
    return raw.decode('utf8', 'replace')


missing = []
for typed, text in [(setup + "; echo REA''DY\n", 'READY')] + wanted:
    os.write(terminal, typed.encode())
    problem = shown_until(text)
    if problem is not None:
        missing.append([typed, text, problem])
    os.write(terminal, b'\x15')
os.kill(pid, signal.SIGHUP)
print(json.dumps(missing))
