"""Runs a command on a pseudo-terminal and answers its questions: COLUMNS ANSWERS-AS-JSON COMMAND...

An answer is typed when the program waits for one (what it wrote ends with "] "), so nothing hangs on time. Prints what the
terminal showed and ends as the command did; with 99 after two minutes. An answer of null closes the input (Ctrl-D)."""
import fcntl, json, os, pty, signal, struct, sys, termios

columns, answers, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    os.execvp(command[0], command)


def give_up(*_):
    os.kill(pid, signal.SIGKILL)
    os._exit(99)


signal.signal(signal.SIGALRM, give_up)
signal.alarm(120)
shown, answered = b'', 0
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    shown += more
    if shown[answered:].endswith(b'] '):
        answered = len(shown)
        answer = answers.pop(0) if answers else None
        os.write(terminal, b'\x04' if answer is None else answer.encode() + b'\n')
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown.replace(b'\r\n', b'\n'))
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)
