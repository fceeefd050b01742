import olmkit = require("olmkit");
const report: olmkit.Report = olmkit.validate([{ path: "a.yaml", text: "" }]);
export = report;
