async ([module, css, state]) => {
  window.traits = state;
  const heard = new Set();
  let said = 0; // messages to Python: its answers to earlier questions are outdated
  const ask = (message) => python(message).then(JSON.parse);
  const tell = (message) => { said++; ask(message).then(model.renew); };
  const look = (at) => ask({}).then((traits) => at === said && model.renew(traits));
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    on: (_, heed) => heard.add(heed),
    off: (_, heed) => heard.delete(heed),
    send: (message) => tell({ message }),
    save_changes: () => tell({ values: state.values }),
    renew: (traits) => { Object.assign(state, traits); heard.forEach((heed) => heed()); },
  };
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  let asking = true; // one question at a time, however slow the machine
  const asked = () => asking && look(said).then(() => setTimeout(asked, 40));
  asked();
  const leave = widget.render({ model, el: document.body });
  window.leave = () => { asking = false; leave(); };
  window.heard = heard;
}
