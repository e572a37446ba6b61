/* The time that a game has taken: from its first move on, while the page is seen. */

class Clock {
  constructor(onTick) {
    this.ms = 0;
    this.since = null;
    this.onTick = onTick;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.pause();
      else if (this.runs) this.go();
    });
  }

  set(ms) {
    this.stop();
    this.ms = ms;
  }

  get now() {
    return this.ms + (this.since === null ? 0 : performance.now() - this.since);
  }

  go() {
    this.runs = true;
    if (this.since !== null || document.hidden) return;
    this.since = performance.now();
    this.timer = setInterval(this.onTick, 1000);
  }

  pause() {
    this.ms = Math.round(this.now);
    this.since = null;
    clearInterval(this.timer);
  }

  stop() {
    this.runs = false;
    this.pause();
  }
}
